import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import { type Texts, useTexts } from '../../i18n/language.tsx'
import { Time } from '../../parts/time.tsx'
import { useMe } from '../../session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts, Panel } from '../../ui/facts.tsx'
import { ErrorPanel, Loading } from '../../ui/states.tsx'
import { useTitle } from '../../ui/title.ts'

const texts: Texts<{
  title: string
  you: string
  name: string
  email: string
  role: string
  sessions: string
  current: string
  began: string
  used: string
  end: string
  device: string
}> = {
  en: {
    title: 'Security',
    you: 'You',
    name: 'Name',
    email: 'E-mail address',
    role: 'Role',
    sessions: 'Open sessions',
    current: 'This one',
    began: 'Began',
    used: 'Last used',
    end: 'End',
    device: 'Browser and address',
  },
  ro: {
    title: 'Securitate',
    you: 'Tu',
    name: 'Nume',
    email: 'Adresa de e-mail',
    role: 'Rol',
    sessions: 'Sesiuni deschise',
    current: 'Aceasta',
    began: 'Începută',
    used: 'Folosită ultima dată',
    end: 'Încheie',
    device: 'Browser și adresă',
  },
}

const key = ['me', 'sessions'] as const

/** Who one is here, and where one is logged in. */
export default function Security() {
  const t = useTexts(texts)
  useTitle(t.title)
  const me = useMe()
  return (
    <>
      <h1>{t.title}</h1>
      <Panel title={t.you}>
        <Facts
          of={[
            [t.name, me.name],
            [t.email, me.email],
            [t.role, me.role],
          ]}
        />
      </Panel>
      <Sessions />
    </>
  )
}

function Sessions() {
  const t = useTexts(texts)
  const queries = useQueryClient()
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
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <Panel title={t.sessions}>
      {ending.error && <ErrorPanel error={ending.error} />}
      <div className="rows">
        <table className="table">
          <caption className="unseen">{t.sessions}</caption>
          <thead>
            <tr>
              <th scope="col">{t.device}</th>
              <th scope="col">{t.began}</th>
              <th scope="col">{t.used}</th>
              <th scope="col">
                <span className="unseen">{t.end}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((one) => (
              <tr key={one.id}>
                <td>
                  {one.agent} <span className="soft">{one.ip}</span>
                </td>
                <td className="second">
                  <Time at={one.createdAt} />
                </td>
                <td className="second">
                  <Time at={one.lastUsedAt} />
                </td>
                <td className="end">
                  {one.current ? (
                    <Badge tone="good">{t.current}</Badge>
                  ) : (
                    <Button onPress={() => ending.mutate(one.id)}>{t.end}</Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
