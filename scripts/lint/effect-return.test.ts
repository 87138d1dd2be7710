import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { effectReturn } from './effect-return.ts'

RuleTester.describe = describe
RuleTester.it = test

const inEffect = (body: string) => `useEffect(${body}, [])`

new RuleTester().run('effect-return', effectReturn, {
  valid: [
    '() => { mark.current?.scrollIntoView() }',
    '() => void load()',
    '() => () => stop()',
    '() => (isMine ? undefined : () => close())',
    '() => { if (!isOpen) return\n const frame = requestAnimationFrame(hide)\n return () => cancelAnimationFrame(frame) }',
    '() => { const stop = watch()\n return stop }',
    '() => { const read = () => { return count() }\n read() }',
    'function run() { return stop }',
  ].map(inEffect),
  invalid: [
    '() => mark.current?.scrollIntoView()',
    '() => { return mark.current?.scrollIntoView() }',
    'function run() { return scroll() }',
    '() => (isMine ? undefined : scroll())',
    '() => { if (isOpen) { return scroll() } }',
    'dropOldDrafts',
  ]
    .flatMap((body) => [inEffect(body), inEffect(body).replace('useEffect', 'React.useLayoutEffect')])
    .map((code) => ({ code, errors: 1 })),
})
