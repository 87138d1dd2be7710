import { Center, Loader } from '@mantine/core'
import classes from './PageLoader.module.css'

/** Appears only when loading takes long enough to notice. */
export function PageLoader() {
  return (
    <Center h="100%" className={classes.late}>
      <Loader size="sm" type="dots" />
    </Center>
  )
}
