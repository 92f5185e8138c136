import { useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { useMay, useMe } from '../../session.tsx'

/** Who acts beside persons of the staff, by the word that the audit begins with. */
const actors: Texts<Readonly<Record<string, string>>> = {
  en: { 'operator staff': 'the operator’s person', holder: 'customer', shopper: 'customer' },
  ro: {
    'operator staff': 'persoana operatorului',
    holder: 'clientul',
    customer: 'clientul',
    shopper: 'clientul',
    'site key': 'cheia magazinului',
    partner: 'partenerul',
    acquirer: 'banca acceptatoare',
    issuer: 'emitentul cardului',
    operator: 'operatorul',
    schedule: 'programarea',
    rules: 'regulile',
    screening: 'verificarea listelor',
    clock: 'ceasul',
    staff: 'persoana',
  },
}

/** Who did something, as the audit writes it: `staff 7` by the name of the person. Who is not among the first hundred is looked up. */
export function Actor({ of }: { of: string }) {
  const words = useTexts(actors)
  const may = useMay()
  const [, id] = /^staff (\d+)$/.exec(of) ?? []
  const isKnown = id !== undefined && may('staff:read')
  const { scope } = useMe()
  const { data } = useQuery({
    queryKey: ['names', 'staff'],
    queryFn: async () => (await bodyOf(api.GET('/staff', { params: { query: { size: 100 } } }))).data,
    enabled: isKnown,
    staleTime: 60_000,
  })
  const found = data?.find((one) => one.id === id)
  const { data: alone, isError } = useQuery({
    queryKey: ['names', 'staff', id],
    queryFn: () => bodyOf(api.GET('/staff/{staffId}', { params: { path: { staffId: id ?? '' } } })),
    enabled: isKnown && data?.length === 100 && !found,
    staleTime: 60_000,
    // Somebody of another organization stays a number.
    retry: false,
  })
  // People of a merchant and a partner see all of their own: who is not among them is the operator's.
  const isOperators = scope.kind !== 'platform' && data && !found && (data.length < 100 || isError)
  return <>{(found ?? alone)?.name ?? named(isOperators ? `operator ${of}` : of, words)}</>
}

/** Who is not a person of the staff, by the word that the server begins with; what is not known stands as it is. */
function named(of: string, words: Readonly<Record<string, string>>): string {
  const kind = Object.keys(words).find((known) => of === known || of.startsWith(`${known} `))
  return kind === undefined ? of : `${words[kind]}${of.slice(kind.length)}`
}
