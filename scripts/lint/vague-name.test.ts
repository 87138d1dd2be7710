import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { vagueName } from './vague-name.ts'

RuleTester.describe = describe
RuleTester.it = test

new RuleTester().run('vague-name', vagueName, {
  valid: [
    'const { left, top } = box.getBoundingClientRect()',
    'const compare = (left, right) => left - right',
    'function placeNodes() {}',
    'const remaining = budget',
    't("order", { place: 3 })',
    'const { places: positions } = page',
    'const utmost = 1',
  ],
  invalid: [
    'const left = budget',
    'async function read(left) {}',
    'const { most } = part',
    'const [most = 0] = sizes',
    'const maxPlace = 3',
    'const cutByPlaces = () => null',
    'function whatIsLeft() {}',
    'const useStanding = (...standing) => standing.length',
    'class Place {}',
  ].map((code) => ({ code, errors: code.includes('useStanding') ? 2 : 1 })),
})
