import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { useMay } from '../../session.tsx'

type Named = { id: string | number; name: string }
const all = { params: { query: { size: 100 } } } as const
const lists = {
  merchants: { permission: 'merchants:read', load: () => bodyOf(api.GET('/merchants', all)) },
  partners: { permission: 'partners:read', load: () => bodyOf(api.GET('/partners', all)) },
  staff: { permission: 'staff:read', load: () => bodyOf(api.GET('/staff', all)) },
  sites: { permission: 'sites:read', load: () => bodyOf(api.GET('/sites', all)) },
} as const

/** The names of the first hundred; an id stands for itself where its name is not known. */
export function useNamed(kind: keyof typeof lists): readonly Named[] {
  const { permission, load } = lists[kind]
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['names', kind],
    queryFn: async (): Promise<readonly Named[]> => (await load()).data,
    enabled: may(permission),
    staleTime: 60_000,
  })
  return data ?? none
}
const none: readonly Named[] = []

/** The options of a choice: of each its number and its name. */
export const namedOptions = (of: readonly Named[]) =>
  of.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))

function Name({ kind, id }: { kind: keyof typeof lists; id: string | number }) {
  const all = useNamed(kind)
  const found = all.find((one) => String(one.id) === String(id))
  const { data } = useQuery({
    queryKey: ['names', kind, String(id)],
    queryFn: () => loadOne(kind as Exclude<typeof kind, 'sites'>, String(id)),
    // Who is not among the first hundred is looked up alone.
    enabled: kind !== 'sites' && all.length >= 100 && !found,
    staleTime: 60_000,
    retry: false,
  })
  return <>{(found ?? data)?.name ?? id}</>
}

/** Of a site there is no route of its own. */
function loadOne(kind: Exclude<keyof typeof lists, 'sites'>, id: string): Promise<Named> {
  if (kind === 'merchants') return bodyOf(api.GET('/merchants/{merchantId}', { params: { path: { merchantId: id } } }))
  if (kind === 'partners') return bodyOf(api.GET('/partners/{partnerId}', { params: { path: { partnerId: id } } }))
  return bodyOf(api.GET('/staff/{staffId}', { params: { path: { staffId: id } } }))
}

export const MerchantName = ({ id }: { id: string | number }) => <Name kind="merchants" id={id} />
export const PartnerName = ({ id }: { id: string | number }) => <Name kind="partners" id={id} />
export const SiteName = ({ id }: { id: string | number }) => <Name kind="sites" id={id} />
