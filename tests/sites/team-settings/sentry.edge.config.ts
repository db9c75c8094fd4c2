import { defineSdkOptions } from 'candor';

export default defineSdkOptions({
  release: 'team-edge',
  tags: { team: 'shop' },
  ignoreErrors: ['of no interest'],
  beforeSend: (event) => ({ ...event, extra: { changed: 'in edge, password=hunter2' } }),
});
