import { expect, test } from 'vitest'
import { isReportedHost, stripQueries, toReportedMessage } from './error-reporting.ts'

test.each(['chat.example.org', 'heddle', 'localhost.example.org', '10.example', 'chat.example.org.', 'face.b00c'])(
  'errors of %s are reported',
  (host) => expect(isReportedHost(host)).toBe(true),
)

test.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'institute.localhost',
  '127.0.0.1',
  '10.0.0.7',
  '[::1]',
  '2001:db8::1',
  '2130706433',
  '0x7f.1',
  '',
])('errors of "%s" are not', (host) => expect(isReportedHost(host)).toBe(false))

test.each([
  ['TypeError', "Cannot read properties of undefined (reading 'name')", 'Cannot read properties of undefined (reading …)'],
  ['TypeError', `Cannot create property 'x' on string 'it's "a question"'`, 'Cannot create property …'],
  ['TypeError', 'Failed to fetch: https://chat.example.org/a.js?code=secret#here', 'Failed to fetch: https://chat.example.org/a.js'],
  ['SyntaxError', 'Unexpected token q, "question" is not valid JSON', ''],
  ['Error', 'a question', ''],
])('of the message of a %s, "%s", is reported "%s"', (type, message, reported) => expect(toReportedMessage(type, message)).toBe(reported))

test('an address is reported without its query and its fragment, also in JSON', () => {
  const json = JSON.stringify({ href: 'https://chat.example.org/chat/search?q=secret', text: 'https://a.test/b#secret \\"' })
  expect(JSON.parse(stripQueries(json))).toEqual({ href: 'https://chat.example.org/chat/search', text: 'https://a.test/b \\"' })
})
