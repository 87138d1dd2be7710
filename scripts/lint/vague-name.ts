// A lint rule: words that do not say what a thing is are no part of a name: `left` of what remains or of who has gone, `most` of a maximum,
// `place` of an index, a cursor or a path, `standing` of a state. `left` stays the other side of `right`, and `placeNodes` what is done.
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Visitor = ReturnType<Extract<Rule, { create: unknown }>['create']>
type Node<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
type Pattern = Node<'VariableDeclarator'>['id'] | Node<'FunctionDeclaration'>['params'][number]
type Named = { readonly type: string; readonly name: string } & Node<'Identifier'>

const vague = /(?:^|_)(left|most|places?|standing)(?=[A-Z\d_]|$)|(Left|Most|Places?|Standing)(?=[A-Z\d_]|$)/
const isDone = /^place[A-Z]/
/** A file that names another side means the side. */
const otherSide = /\b(?:right|top)\b\s*[,:?})\]=]|\.(?:right|top)\b/

/** Returns the identifiers that a pattern binds. */
function listBound(pattern: Pattern): Named[] {
  if (pattern.type === 'Identifier') return [pattern]
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) =>
      listBound((property.type === 'Property' ? property.value : property.argument) as Pattern),
    )
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((element) => (element ? listBound(element) : []))
  if (pattern.type === 'AssignmentPattern') return listBound(pattern.left)
  return pattern.type === 'RestElement' ? listBound(pattern.argument) : []
}

export const vagueName: Rule = {
  create(context) {
    const isOfSides = otherSide.test(context.sourceCode.text)
    function check(node: Named) {
      const word = isDone.test(node.name) ? undefined : vague.exec(node.name)?.slice(1).find(Boolean)
      if (word === undefined || (word.toLowerCase() === 'left' && isOfSides)) return
      context.report({ node, message: `Say what it is instead of \`${word}\`: remaining, signal, max, position, cursor, state.` })
    }
    const checkAll = (patterns: readonly Pattern[]) => patterns.flatMap(listBound).forEach(check)
    const checkKey = ({ key, computed }: Node<'TSPropertySignature'> | Node<'PropertyDefinition'> | Node<'MethodDefinition'>) => {
      if (!computed && key.type === 'Identifier') check(key)
    }
    const checkId = ({ id }: { readonly id?: unknown }) => {
      if (id) check(id as Named)
    }
    return {
      VariableDeclarator: ({ id }) => checkAll([id]),
      FunctionDeclaration(node) {
        checkId(node)
        checkAll(node.params)
      },
      FunctionExpression: ({ params }) => checkAll(params),
      ArrowFunctionExpression: ({ params }) => checkAll(params),
      ClassDeclaration: checkId,
      TSTypeAliasDeclaration: checkId,
      TSInterfaceDeclaration: checkId,
      TSPropertySignature: checkKey,
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
    }
  },
}
