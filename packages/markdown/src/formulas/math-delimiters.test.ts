import { describe, expect, test } from 'vitest'
import { hasMath, normaliseMath } from './math-delimiters.ts'

describe('formula delimiters', () => {
  test.each([
    ['inline parentheses', 'so \\( x^2 \\) is', 'so $x^2$ is'],
    ['brackets inside a sentence', 'so \\[x\\] is', 'so $$x$$ is'],
    ['brackets on lines of their own', '- a\n  \\[\n  x\n  \\]', '- a\n  $$\n  x\n  $$'],
    ['dollars', 'so $x_1 + y$ is', 'so $x_1 + y$ is'],
    ['double dollars', 'so $$x$$ is', 'so $$x$$ is'],
  ])('become dollars: %s', (_, source, expected) => {
    expect(normaliseMath(source)).toBe(expected)
    expect(hasMath(expected)).toBe(true)
  })

  test.each([
    ['two prices', 'costs $5 and $10', 'costs \\$5 and \\$10'],
    ['a range of prices', 'from $5-$10', 'from \\$5-\\$10'],
    ['a lone dollar', 'in US$', 'in US\\$'],
    ['an open pair', '$$ and nothing', '\\$\\$ and nothing'],
  ])('are not found in %s', (_, source, expected) => {
    expect(normaliseMath(source)).toBe(expected)
    expect(hasMath(expected)).toBe(false)
  })

  test.each(['`$HOME` and `$PATH`', '``a ` $b$ c``', '```sh\necho $A $B\n```', 'an escaped \\$5 and \\$6', 'a \\\\ b'])(
    'leave code and escapes alone: %s',
    (source) => expect(normaliseMath(source)).toBe(source),
  )

  test('leave an unfinished formula as it is', () => {
    expect(normaliseMath('so \\(x^2')).toBe('so \\(x^2')
  })
})
