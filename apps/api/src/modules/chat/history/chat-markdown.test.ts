import { describe, expect, test } from 'vitest'
import { exportFileName } from './chat-markdown.ts'

describe('the name of an exported chat', () => {
  test.each([
    ['織物について', '織物について.md'],
    ['../../etc/passwd', 'etc passwd.md'],
    ['a\\b:c*d?e"f<g>h|i', 'a b c d e f g h i.md'],
    ['line\nbreak\u0000\u202Egnp.exe', 'line break gnp.exe.md'],
    ['...', 'chat.md'],
    [null, 'chat.md'],
    ['', 'chat.md'],
    ['\uD800x', 'x.md'],
  ])('of %j is %j', (title, name) => {
    expect(exportFileName(title, 'md')).toBe(name)
  })

  test('is cut, not through a character', () => {
    expect(exportFileName(`${'a'.repeat(79)}🧵`, 'json')).toBe(`${'a'.repeat(79)}.json`)
  })
})
