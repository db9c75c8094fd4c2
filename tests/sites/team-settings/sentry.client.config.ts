import { defineSdkOptions } from 'candor';

export default defineSdkOptions({
  release: 'team-client',
  tags: { team: 'shop' },
  beforeSend: (event) => ({ ...event, extra: { changed: 'in client, password=hunter2' } }),
});
