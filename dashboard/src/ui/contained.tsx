import { CatchBoundary } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorPanel } from './states.tsx'
import { usePath } from './url-state.ts'

/** A part of a page: when it fails, the rest of the page stays as it is. */
export function Contained({ children }: { children: ReactNode }) {
  const path = usePath()
  return (
    <CatchBoundary
      getResetKey={() => path}
      errorComponent={({ error, reset }) => <ErrorPanel error={error} onRetry={reset} />}
    >
      {children}
    </CatchBoundary>
  )
}
