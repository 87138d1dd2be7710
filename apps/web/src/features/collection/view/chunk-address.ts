/** The part of the address of a source's view that has the chosen chunk. */
export const chunkParameter = 'chunk'

export const chunksPerPage = 20

/** Where a view of the original is: at the chosen chunk, until the reader goes elsewhere. */
export type ChunkOffset = { readonly page: number; readonly at: number }
