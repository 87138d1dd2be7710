import { echo } from '@heddle/contracts/system/system'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#shared/api/client.ts'

const calmMs = 30_000
const anxiousMs = 5_000
/** The first check comes after the page's own calls, which share the rate of five a second. */
const firstCheckMs = 1_200

/**
 * Returns whether the service responds. Checked at long intervals, and immediately when the window gets the focus or the network returns.
 * The first response also sets the XSRF cookie.
 */
export function useConnection() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTime(true), firstCheckMs)
    return () => clearTimeout(timer)
  }, [])

  const { status, isFetching, refetch } = useQuery({
    enabled: isTime,
    queryKey: ['connection'],
    queryFn: ({ signal }) => call(echo, { signal }),
    retry: false,
    staleTime: anxiousMs,
    refetchOnReconnect: 'always',
    refetchInterval: (query) => (query.state.status === 'error' ? anxiousMs : calmMs),
    meta: { silent: true },
  })

  useEffect(() => {
    const check = () => void refetch()
    window.addEventListener('offline', check)
    return () => window.removeEventListener('offline', check)
  }, [refetch])

  return { isConnected: status !== 'error', isChecking: isFetching, retry: () => void refetch() }
}
