import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { screenLanguage } from './screen-language.ts'

RuleTester.describe = describe
RuleTester.it = test

new RuleTester().run('screen-language', screenLanguage, {
  valid: [
    'new Intl.NumberFormat(tag).format(count)',
    'new Intl.ListFormat(tag, { type: "unit" })',
    'day.toLocaleDateString(tag, { dateStyle: "medium" })',
    'new Intl.DateTimeFormat().resolvedOptions().timeZone',
    't("import.limit", { rows: numberText(rows) })',
    'saveCsv(`${t("import.templateFile")}.csv`, rows)',
    'const name = `${t("answered")} · ${t("version")}`',
    'headings.join(" › ")',
    'listText(names)',
    'chatQueries.search(keywords.join(" "))',
    'new Intl.Segmenter().segment(name)',
    'const key = `${id} ${kind}`',
  ],
  invalid: [
    'count.toLocaleString()',
    'count?.toLocaleString(undefined, { style: "percent" })',
    'day.toLocaleDateString()',
    'new Intl.NumberFormat().format(count)',
    'Intl.ListFormat(undefined, { type: "unit" })',
    'names.join(", ")',
    'runs.map((run) => describeEnd(t, run)).join(" ")',
    'const text = `${t("ready")} ${t("known")}`',
    'const text = ` ${tCommon("known")}`',
    'const text = `${t("setting", { name })}: `',
    'const text = [label, value].join(": ")',
  ].map((code) => ({ code, errors: 1 })),
})
