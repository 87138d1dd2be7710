// Resources: what a tenant has that nodes read by its id, and that not every user may read.
import type { NodeOutput } from '../value.ts'

/** Another kind is one more name here: what does not compile then is its table in the API, and its words in the builder. */
export type ResourceKind = 'collection' | 'dataset'

/** Says of a type of node which resources it reads. */
export type ResourceUse = {
  readonly kind: ResourceKind
  /** The field of the node's settings that has their ids. */
  readonly field: string
  /** Returns the ids of those of which an output of the node has text. */
  readonly listFound: (output: NodeOutput) => readonly string[]
}

/** Ids of resources by kind. */
export type ResourcesByKind<Ids> = Readonly<Partial<Record<ResourceKind, Ids>>>
