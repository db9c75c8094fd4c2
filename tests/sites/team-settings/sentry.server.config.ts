import { defineSdkOptions } from 'candor';

export default defineSdkOptions({
  release: 'team-server',
  tags: { team: 'shop' },
  beforeSend: (event) => ({ ...event, extra: { changed: 'in server, password=hunter2' } }),
});
