import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { Time } from '../../parts/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/facts.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { deviceOf } from './device.ts'

type Session = Entry<'listMySessions'>

const texts = {
  en: {
    sessions: 'Open sessions',
    current: 'This one',
    began: 'Logged in',
    used: 'Last used',
    end: 'End',
    endOthers: 'End all others',
    more: (count: number) => `Older ones that are not listed here: ${count}. “End all others” ends them too.`,
    device: 'Device',
    place: 'Address',
    unknown: 'Unknown browser',
    how: 'With',
    ways: {
      password: 'Password',
      totp: 'Authenticator app',
      passkey: 'Passkey',
      recovery_code: 'Recovery code',
      single_sign_on: 'Single sign-on',
    } satisfies Record<Session['loggedInWith'], string>,
  },
  ro: {
    sessions: 'Sesiuni deschise',
    current: 'Aceasta',
    began: 'Începută',
    used: 'Folosită ultima dată',
    end: 'Încheie',
    endOthers: 'Încheie toate celelalte',
    more: (count: number) =>
      `Sesiuni mai vechi, care nu apar aici: ${count}. „Încheie toate celelalte” le încheie și pe ele.`,
    device: 'Dispozitiv',
    place: 'Adresa',
    unknown: 'Browser necunoscut',
    how: 'Cu',
    ways: {
      password: 'Parola',
      totp: 'Aplicație de autentificare',
      passkey: 'Cheie de acces',
      recovery_code: 'Cod de recuperare',
      single_sign_on: 'Autentificare unică',
    },
  },
} satisfies Texts<unknown>

const key = ['me', 'sessions'] as const

/** Where one is logged in, and the end of it. */
export function Sessions() {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: key })
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => bodyOf(api.GET('/me/sessions', { params: { query: { size: 100 } } })),
  })
  const ending = useMutation({
    mutationFn: (sessionId: string) =>
      bodyOf(
        api.POST('/me/sessions/{sessionId}/end', {
          params: { path: { sessionId } },
          body: { reason: 'Ended in the list of my sessions.' },
        }),
      ),
    onSettled: again,
  })
  const endingOthers = useMutation({ mutationFn: () => session.endOthers(), onSettled: again })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const failed = ending.error ?? endingOthers.error
  const endOthers = data.total > 1 && (
    <Button onPress={() => endingOthers.mutate()} isPending={endingOthers.isPending}>
      {t.endOthers}
    </Button>
  )
  return (
    <Panel title={t.sessions} actions={endOthers}>
      {failed && <ErrorPanel error={failed} />}
      <SmallTable
        title={t.sessions}
        heads={[t.device, t.place, t.how, t.began, t.used, { end: t.end }]}
        rows={data.data.map((one) => ({
          key: one.id,
          cells: [
            <span key="device" title={one.agent}>
              {deviceOf(one.agent) ?? t.unknown}
            </span>,
            <bdi key="place">{one.ip}</bdi>,
            t.ways[one.loggedInWith],
            <Time key="began" at={one.createdAt} />,
            <Time key="used" at={one.lastUsedAt} />,
            one.current ? (
              <Badge key="end" tone="good">
                {t.current}
              </Badge>
            ) : (
              <Button key="end" onPress={() => ending.mutate(one.id)}>
                {t.end}
              </Button>
            ),
          ],
        }))}
      />
      {data.total > data.data.length && <p className="soft">{t.more(data.total - data.data.length)}</p>}
    </Panel>
  )
}
