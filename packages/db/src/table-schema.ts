/**
 * The database schema of the typed tables of datasets, which the worker owns and makes of the rows. Backups leave it out, and it can be
 * dropped at any time.
 */
export const tableSchema = 'dataset_table'
