// The order of lists of names: folded, and by id where two are the same.

export type NameCursor = { readonly name: string; readonly id: string }

/** What comes after a place. `gte` lets the planner begin there in the index, which an OR by itself does not. */
export const afterName = (after: NameCursor | null) =>
  after ? { nameKey: { gte: after.name }, OR: [{ nameKey: { gt: after.name } }, { id: { gt: after.id } }] } : {}
