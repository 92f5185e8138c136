import { useMe } from '../../session.tsx'
import { useTitle } from '../../ui/title.ts'

export default function Home() {
  const me = useMe()
  useTitle(me.name)
  return <h1>{me.name}</h1>
}
