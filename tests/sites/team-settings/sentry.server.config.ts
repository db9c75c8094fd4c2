import { defineSdkOptions } from 'candor';

export default defineSdkOptions({
  release: 'team-server',
  tags: { team: 'shop' },
  ignoreErrors: ['of no interest'],
  beforeSend: (event) => ({ ...event, extra: { changed: 'in server, password=hunter2' } }),
});
