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
      <svg width="16" height="16" role="img" aria-label="Circle">
        <style>{'.dot { fill: green; }'}</style>
        <circle className="dot" r="8" cx="8" cy="8" style={{ opacity: 0.9 }} />
      </svg>
    </Page>
  );
}
