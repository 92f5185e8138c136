import type { Attacker } from './attacker.ts'
import type { World } from './world.ts'

export type Attacked = { world: World; attacker: Attacker }

/** What somebody does who has the rights of the program's database role, and no keys. */
export type Attack = {
  name: string
  /** What is gained when it works, and what `verify` must name. It throws where the database refuses it. */
  by(attacked: Attacked): Promise<{ gained(): Promise<boolean>; named: string }>
}
