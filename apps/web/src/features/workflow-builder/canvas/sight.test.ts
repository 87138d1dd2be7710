import { describe, expect, test } from 'vitest'
import type { Draft } from '../graph/draft.ts'
import { chooseScale, frameOpening, isInSight } from './sight.ts'

const frame = { width: 600, height: 700 }

/** A start with templates behind it, at these positions. */
function createDraft(...positions: readonly (readonly [x: number, y: number])[]): Draft {
  const nodes = positions.map((_, index) => ({
    id: `node_${index}`,
    type: index === 0 ? 'start' : 'template',
    title: '',
    config: { text: '' },
  }))
  const layout = Object.fromEntries(positions.map(([x, y], index) => [`node_${index}`, { x, y }]))
  return { graph: { nodes, edges: [] }, layout }
}

describe('the canvas opens', () => {
  test('with the whole workflow in the middle when it fits', () => {
    const { x, y, zoom } = frameOpening(createDraft([0, 0], [300, 0]), frame)
    expect(zoom).toBeCloseTo(1)
    expect(x + 260 * zoom).toBeCloseTo(300, 0)
    expect(y + 46 * zoom).toBeCloseTo(350, 0)
  })

  test('with the beginning, large enough to be read, when the workflow is long', () => {
    const draft = createDraft([100, 0], [800, 0], [1_500, 0], [2_000, 0])
    expect(frameOpening(draft, frame)).toMatchObject({ x: 24 - 35, zoom: 0.35 })
    expect(frameOpening(draft, frame, { left: 100, right: 0 })).toMatchObject({ x: 124 - 35, zoom: 0.35 })
  })

  test('with ten nodes in a row beside the open palette, in words that are larger the farther they are', () => {
    const draft = createDraft(...Array.from({ length: 10 }, (_, index) => [index * 268, 0] as const))
    const insets = { left: 202, right: 0 }
    const { x, zoom } = frameOpening(draft, { width: 1_184, height: 700 }, insets)
    expect(x).toBeGreaterThanOrEqual(insets.left)
    expect(x + (9 * 268 + 220) * zoom).toBeLessThanOrEqual(1_184)
    expect(chooseScale(zoom)).toBe('farthest')
    expect([1, 0.7, 0.5].map(chooseScale)).toEqual(['near', 'middle', 'far'])
  })

  test('with the start in the middle of its height when the workflow is high', () => {
    const draft = createDraft([0, 200], [300, -2_000], [300, 0], [300, 1_000])
    const { y, zoom } = frameOpening(draft, frame)
    expect(zoom).toBe(0.35)
    expect(y + (200 + 46) * zoom).toBeCloseTo(350)
  })

  test('unmoved without a node', () => {
    expect(frameOpening(createDraft(), frame)).toEqual({ x: 0, y: 0, zoom: 1 })
  })
})

test.each([
  ['inside', { x: 0, y: 0 }, true],
  ['beyond the right border', { x: 400, y: 0 }, false],
  ['beyond the left border', { x: -1, y: 0 }, false],
  ['beyond the lower border', { x: 0, y: 640 }, false],
])('a node %s is in sight: %s %s', (_, position, expected) => {
  const [node] = createDraft([0, 0]).graph.nodes
  expect(node && isInSight(node, position, { x: 0, y: 0, zoom: 1 }, frame)).toBe(expected)
  expect(node && isInSight(node, position, { x: 0, y: 0, zoom: 1 }, frame, { left: 0, right: 400 })).toBe(false)
})
