import { describe, expect, test } from 'vitest'
import { createEvent, createStore, oncePerFrame } from './external-store.ts'

describe('an external store', () => {
  test('notifies its listeners at once, who read the new state', () => {
    const store = createStore<string | null>(null)
    const seen: (string | null)[] = []
    const unsubscribe = store.subscribe(() => seen.push(store.read()))
    store.set('first')
    store.set('second')
    unsubscribe()
    store.set('third')
    expect(seen).toEqual(['first', 'second'])
  })

  test('changes some properties in a new object, so that React sees the change', () => {
    const before = { files: 1, error: 'full' }
    const store = createStore(before)
    store.update({ files: 2 })
    expect(store.read()).toEqual({ files: 2, error: 'full' })
    expect(before.files).toBe(1)
  })

  test('is silent after its listeners are cleared', () => {
    const store = createStore(0)
    let calls = 0
    store.subscribe(() => calls++)
    store.clearListeners()
    store.set(1)
    expect([calls, store.read()]).toEqual([0, 1])
  })
})

test('an event gives its listeners the details', () => {
  const signedIn = createEvent<[isSignedIn: boolean]>()
  const seen: boolean[] = []
  signedIn.subscribe((isSignedIn) => seen.push(isSignedIn))
  signedIn.emit(false)
  expect(seen).toEqual([false])
})

test('what is published once a frame is published again in the next one', () => {
  const frames: (() => void)[] = []
  let published = 0
  const request = oncePerFrame(
    (callback) => frames.push(callback),
    () => published++,
  )
  request()
  request()
  expect([frames.length, published]).toEqual([1, 0])
  frames.pop()?.()
  request()
  expect([frames.length, published]).toEqual([1, 1])
})

test('no other file of the web keeps a set of listeners', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const keepers = Object.entries(sources).flatMap(([path, text]) => (/new Set<(?:\(|\w*Listener)/.test(text) ? [path] : []))
  expect(keepers).toEqual(['./external-store.ts'])
})
