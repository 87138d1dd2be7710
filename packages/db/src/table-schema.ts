/**
 * The database schema of the typed tables of datasets, which the worker owns and makes of the rows. Backups leave it out, and it can be
 * dropped at any time.
 */
export const tableSchema = 'dataset_table'

/** The role that a query over datasets takes for its transaction: it may read the tables of that schema, and nothing else. */
export const queryRole = 'heddle_query'
