import Image from 'next/image';
import picture from '../../public/picture.png';

export default function Page() {
  return <Image src={picture} alt="A picture" placeholder="blur" />;
}
