import { useQuery } from '@tanstack/react-query'
import { type Texts, useTexts } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'

const texts: Texts<{ isThere: string; load: string }> = {
  en: { isThere: 'A newer version of the dashboard is there.', load: 'Load it' },
  ro: { isThere: 'Există o versiune mai nouă a panoului.', load: 'Încarc-o' },
}

/** Offers the pages of a newer release, and never takes away what somebody is typing. */
export function NewRelease() {
  const t = useTexts(texts)
  const { data: isThere } = useQuery({
    queryKey: ['newer pages'],
    queryFn: isNewerThere,
    staleTime: askAgainMs,
    refetchInterval: askAgainMs,
    retry: false,
  })
  if (!isThere) return null
  return (
    <div className="notice wait" role="status">
      <span>{t.isThere}</span>
      <Button onPress={() => location.reload()}>{t.load}</Button>
    </div>
  )
}
const askAgainMs = 600_000

/** The page that the server begins with by now names another first script, whose name changes with what it holds. */
async function isNewerThere(): Promise<boolean> {
  const mine = document.querySelector('script[type=module]')?.getAttribute('src')
  const page = await fetch('/dashboard', { cache: 'no-cache' })
  return mine != null && page.ok && !(await page.text()).includes(mine)
}
