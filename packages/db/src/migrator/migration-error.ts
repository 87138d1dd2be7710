/** What the database or its history refused, in words for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}
