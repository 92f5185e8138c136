import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { useMay } from '../../session.tsx'

/** Who did something, as the audit writes it: `staff 7` by the name of the person, if that is one of the first hundred. */
export function Actor({ of }: { of: string }) {
  const may = useMay()
  const [, id] = /^staff (\d+)$/.exec(of) ?? []
  const { data } = useQuery({
    queryKey: ['names', 'staff'],
    queryFn: async () => (await bodyOf(api.GET('/staff', { params: { query: { size: 100 } } }))).data,
    enabled: id !== undefined && may('staff:read'),
    staleTime: 60_000,
  })
  return <>{data?.find((one) => one.id === id)?.name ?? of}</>
}
