import type { ReactNode } from 'react'

/** Marks an input with the path of its field, by which `focusField` finds it. */
export const FieldTarget = ({ path, children }: { path: string; children: ReactNode }) => (
  <div data-path={path} style={{ display: 'contents' }}>
    {children}
  </div>
)
