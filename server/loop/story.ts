import { becomeCustomer } from './becoming-a-customer.ts'
import { close } from './closing.ts'
import type { Scene } from './scene.ts'
import { spend } from './spending.ts'
import { subscribe } from './subscribing.ts'
import { topUp } from './topping-up.ts'

/** The whole story, from nothing. It ends early, by an error, when anything is not as it should be. */
export async function tellStory(scene: Scene): Promise<void> {
  const ana = await becomeCustomer(scene)
  await topUp(scene, ana)
  await spend(scene, ana)
  await subscribe(scene)
  await close(scene, ana)
}
