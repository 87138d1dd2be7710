import classes from './EmailText.module.css'

/** An email in a narrow column: breaks before the @, and elsewhere only if that is not enough. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className={classes.email} translate="no">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
