import { Mark } from '../../parts/mark';

export default function Embed() {
  return (
    <main>
      <h1>Embed</h1>
      <iframe src="https://video.test/embed/1" title="Video" />
      <Mark />
    </main>
  );
}
