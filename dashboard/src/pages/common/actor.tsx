import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { useMay } from '../../session.tsx'

/** Who did something, as the audit writes it: `staff 7` by the name of the person. Who is not among the first hundred is looked up. */
export function Actor({ of }: { of: string }) {
  const may = useMay()
  const [, id] = /^staff (\d+)$/.exec(of) ?? []
  const isKnown = id !== undefined && may('staff:read')
  const { data } = useQuery({
    queryKey: ['names', 'staff'],
    queryFn: async () => (await bodyOf(api.GET('/staff', { params: { query: { size: 100 } } }))).data,
    enabled: isKnown,
    staleTime: 60_000,
  })
  const found = data?.find((one) => one.id === id)
  const { data: alone } = useQuery({
    queryKey: ['names', 'staff', id],
    queryFn: () => bodyOf(api.GET('/staff/{staffId}', { params: { path: { staffId: id ?? '' } } })),
    enabled: isKnown && data?.length === 100 && !found,
    staleTime: 60_000,
    // Somebody of another organization stays a number.
    retry: false,
  })
  return <>{(found ?? alone)?.name ?? of}</>
}
