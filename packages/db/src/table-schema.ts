/**
 * The database schema of the typed tables of datasets, which the worker owns and makes of the rows. Backups leave it out, and it can be
 * dropped at any time.
 */
export const tableSchema = 'dataset_table'

/** Returns the name of the typed table of a version, given its `table_number`. */
export const nameTypedTable = (tableNumber: number) => {
  if (!Number.isSafeInteger(tableNumber)) throw new Error('A typed table has a number')
  return `${tableSchema}.t${tableNumber}`
}
