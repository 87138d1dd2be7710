// The node types of the product: the table, with the check of schemas and its engine of patterns, which is 50 kB gzipped.
import { compileSchema } from './json-schema/compile-schema.ts'
import type { NodeTypes } from './node-type.ts'
import { createNodeTypes } from './node-type-table.ts'

/** The node types of the product. */
export const nodeTypes: NodeTypes = createNodeTypes(compileSchema)
