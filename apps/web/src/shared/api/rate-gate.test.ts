import { beforeEach, expect, test, vi } from 'vitest'
import { createRateGate } from './rate-gate.ts'

beforeEach(() => vi.useFakeTimers())

test('admits five calls in any second, in their order', async () => {
  const { takeTurn } = createRateGate(5, 1_000)
  const passed: number[] = []
  for (let caller = 0; caller < 12; caller += 1) void takeTurn().then(() => passed.push(caller))
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual([0, 1, 2, 3, 4])
  await vi.advanceTimersByTimeAsync(999)
  expect(passed).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(1)
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(passed).toHaveLength(12)
})

test('admits more or fewer from when it is told to', async () => {
  const { takeTurn, setCount } = createRateGate(5, 1_000)
  const passed: number[] = []
  const call = (callers: number[]) => callers.forEach((caller) => void takeTurn().then(() => passed.push(caller)))
  setCount(7)
  call([0, 1, 2, 3, 4, 5, 6, 7])
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toEqual([0, 1, 2, 3, 4, 5, 6])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(passed).toHaveLength(8)
  setCount(2)
  call([8, 9])
  await vi.advanceTimersByTimeAsync(0)
  expect(passed).toHaveLength(9)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(passed).toHaveLength(10)
})
