import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../../api/client.ts'
import { groups } from './site-fields.ts'

/** Those that may be empty, and are while nobody sets them; where notifications go to has no default. */
const noneByDefault = new Set(groups.filter(({ name }) => name !== 'addresses').flatMap(({ emptied }) => emptied))

export type Defaults = Readonly<Record<string, unknown>>

/** What each setting of a site is while nobody sets it: `null` for none, and absent where there is no such thing. */
export function useDefaults(): Defaults | undefined {
  const { data } = useQuery({
    queryKey: ['site-defaults'],
    queryFn: ({ signal }) => bodyOf(api.GET('/site-defaults', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data && { ...Object.fromEntries([...noneByDefault].map((name) => [name, null])), ...data }
}

/** Whether a setting is as nobody sets it; true where it has no default. */
export function isDefault(defaults: Defaults, name: string, value: unknown): boolean {
  if (!(name in defaults)) return true
  return JSON.stringify(value ?? null) === JSON.stringify(defaults[name])
}
