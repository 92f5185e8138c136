import { useParams, useRouter } from '@tanstack/react-router'
import { type ComponentType, createContext, useContext, useMemo } from 'react'

/** A page that is shown within another: its own address, and what that says. */
type Shown = { path: string; params: Readonly<Record<string, string>> }
const ShownWithin = createContext<Shown | undefined>(undefined)

/** The thing that a page shows: of its own address, or of the one at which another page shows it. */
export function useThingId(): string {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return useContext(ShownWithin)?.params.id ?? id
}

/** The address of a page that another one shows; undefined for the page of the address itself. */
export const useShownAt = (): string | undefined => useContext(ShownWithin)?.path

/** The page of an address below the dashboard, to be shown within another; undefined where there is none. */
export function usePageAt(path: string): ComponentType | undefined {
  const { getMatchedRoutes } = useRouter()
  return useMemo(() => {
    const [, params, found] = getMatchedRoutes(path)
    const Page = found?.options.component as ComponentType | undefined
    if (!Page) return undefined
    const shown = { path, params }
    return () => (
      <ShownWithin value={shown}>
        <Page />
      </ShownWithin>
    )
  }, [getMatchedRoutes, path])
}
