/** Velocity limits that are counted and never reached. */
export const noLimits = ['address', 'card', 'order', 'link', 'bin', 'site'].map((kind) => `${kind}=1000000/PT1H`).join()
