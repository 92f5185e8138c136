import { type Texts, useTexts } from '../../i18n/language.tsx'
import { useMe } from '../../session.tsx'
import { Facts, Panel } from '../../ui/facts.tsx'
import { useTitle } from '../../ui/title.ts'
import { roleWords } from '../common/team/words.ts'
import { SecondFactors } from './second-factors.tsx'
import { Sessions } from './sessions.tsx'

const texts: Texts<{ title: string; you: string; name: string; email: string; role: string }> = {
  en: { title: 'Security', you: 'You', name: 'Name', email: 'E-mail address', role: 'Role' },
  ro: { title: 'Securitate', you: 'Tu', name: 'Nume', email: 'Adresa de e-mail', role: 'Rol' },
}

/** Who one is here, what one proves it with, and where one is logged in. */
export default function Security() {
  const t = useTexts(texts)
  useTitle(t.title)
  const me = useMe()
  const roles = useTexts(roleWords)
  return (
    <>
      <h1>{t.title}</h1>
      <Panel title={t.you}>
        <Facts
          of={[
            [t.name, me.name],
            [t.email, me.email],
            [t.role, roles[me.role]],
          ]}
        />
      </Panel>
      <SecondFactors />
      <Sessions />
    </>
  )
}
