import Image from 'next/image';
import picture from '../../parts/picture.png';
import { Page } from '../../parts/page';

export default function Gallery() {
  return (
    <Page title="Gallery">
      <Image src={picture} alt="One" placeholder="blur" />
      <Image src="/team.png" alt="Two" width={16} height={16} preload />
      <div style={{ position: 'relative', height: 40 }}>
        <Image src={picture} alt="Three" fill sizes="50vw" placeholder="blur" />
      </div>
      <style>{'.own { color: green; }'}</style>
      <style href="hoisted" precedence="default">
        {'.hoisted { color: green; }'}
      </style>
      <p className="own">Own</p>
      <p className="hoisted">Hoisted</p>
      <iframe src="https://video.test/embed/1" title="Video" />
    </Page>
  );
}
