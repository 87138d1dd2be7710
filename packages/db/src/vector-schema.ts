/** The database schema of what is derived for pgvector: a table of each large index, which the worker owns. It can be dropped at any time. */
export const vectorSchema = 'knowledge_index'
