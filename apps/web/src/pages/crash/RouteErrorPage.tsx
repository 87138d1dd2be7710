import { isRouteErrorResponse, useRouteError } from 'react-router'
import { NotFoundPage } from '../not-found/NotFoundPage.tsx'
import { CrashPage } from './CrashPage.tsx'

export function RouteErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return <CrashPage error={error} />
}
