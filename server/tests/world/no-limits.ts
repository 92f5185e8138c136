/** Velocity limits that are counted and never reached. */
export const noLimits = ['address', 'card', 'order', 'link', 'bin', 'site', 'link_day', 'site_day']
  .map((kind) => `${kind}=1000000/PT1H`)
  .join()
