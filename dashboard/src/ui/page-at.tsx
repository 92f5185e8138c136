import { useParams, useRouter } from '@tanstack/react-router'
import { type ComponentType, createContext, useContext, useMemo } from 'react'

type Params = Readonly<Record<string, string>>
const ShownParams = createContext<Params | undefined>(undefined)

/** The thing that a page shows: of its own address, or of the one at which another page shows it. */
export function useThingId(): string {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  return useContext(ShownParams)?.id ?? id
}

/** The page of an address below the dashboard, to be shown within another; undefined where there is none. */
export function usePageAt(path: string): ComponentType | undefined {
  const { getMatchedRoutes } = useRouter()
  return useMemo(() => {
    const [, params, found] = getMatchedRoutes(path)
    const Page = found?.options.component as ComponentType | undefined
    if (!Page) return undefined
    return () => (
      <ShownParams value={params}>
        <Page />
      </ShownParams>
    )
  }, [getMatchedRoutes, path])
}
