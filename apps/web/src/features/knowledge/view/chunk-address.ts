/** The part of the address of a source's view that has the chosen chunk. */
export const chunkParameter = 'chunk'

export const chunksPerPage = 20
