import { Page } from '../../parts/page';

export default function Embed() {
  return (
    <Page title="Embed">
      <iframe src="https://video.test/embed/1" title="Video" />
    </Page>
  );
}
