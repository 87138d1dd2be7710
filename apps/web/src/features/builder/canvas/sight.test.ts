import { describe, expect, test } from 'vitest'
import type { Draft } from '../graph/draft.ts'
import { frameOpening, isInSight } from './sight.ts'

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
    expect(y + 32 * zoom).toBeCloseTo(350, 0)
  })

  test('with the beginning, large enough to be read, when the workflow is long', () => {
    expect(frameOpening(createDraft([100, 0], [400, 0], [700, 0], [1_000, 0], [1_300, 0]), frame)).toMatchObject({ x: 24 - 70, zoom: 0.7 })
  })

  test('with the start in the middle of its height when the workflow is high', () => {
    const draft = createDraft([0, 200], [300, -2_000], [300, 0], [300, 1_000])
    const { y, zoom } = frameOpening(draft, frame)
    expect(zoom).toBe(0.7)
    expect(y + (200 + 32) * zoom).toBeCloseTo(350)
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
})
