import type { DevelopmentKeys } from '../network.js';

/**
 * The keys of the development chain, known to everybody. They derive from the mnemonic below at
 * m/44'/99999'/0'/0/i: the holder is 0, the producers 1 to 11, the governor 12, the settler 13, the
 * accounts for users 20 to 29. A test derives them again.
 */
export const DEVELOPMENT_PUBLIC_KEYS = {
  holder: '03eebfbf9bac9ced43f0c88f32282a383644af63b716b335e623f62f23932ec18b',
  delegates: [
    '02d08fca7b5575a55573a8d0bd6d7ac3b0002da7805f472b5a42f09c849af40e49',
    '02068023eefe597f6c3fbb40c4195bfde9e699231cb853d508ed9e14557a0cfa8f',
    '03068fb877f1948f0291930b79ee3e4acdae3a188265e3570ddc4da113e33ee5ba',
    '02ec2294bfaa718bc2126610af05df8fe78cd16ceccc2bcf2cf817fac6272d408c',
    '03ff1f4bb34a8f98c64540c4aded0d9d96fcd6c2a113d90d2f6f3b8b4685adebcd',
    '02bb9a7f5bab95e13adf410a3815e5c3577824700491e4c3e044278f353d36cfa5',
    '0325cbb3fab643e91854829447f12444fa693796677e416e7ccc3ee6b98bb628b5',
    '03e1be9a9dbc2fc0295487d93c8fa95652bbb96e93b4b87300ab73ef2083346d48',
    '0359614b09323cee30312d03fa3f9384f97fd9e9a9e9874e23ce2336191f256d6c',
    '039478bde7d4cf48e7c16155b01d55f3530cad196e12534da767de6d992fb635db',
    '0228e1e4ec23beb9fd688ad7639ec8a922d6ce99e4055da654a8e1f41f94053bda',
  ],
  governor: '0235e8d10480b3230c8d7c208141d7fb733334c6170cdc8fd10034524db46a3276',
  matcher: '028cb1b73ffbb1568d6965a8789684311946fae0e21f721a15af8000d3bb54aefc',
  accounts: [
    '023edbc232f6192ad5b476e4fde20d7fe016dd592eec8536b2ed6474b10b37bc8c',
    '03f5025b45d521fe091b9aa6a64b654cef63fe114e481a67f4dd4fef2b199118f8',
    '02dfde892040d0da4aadba5a88e7f573265cfa34bd025cebcdff780f81bca946dd',
    '02618c8086faaa6ae864e7f062c8eefe7f68731691213b872a8c5358c916bf2ff3',
    '02949cb0c92e455c5d407f331d8bece09ce40f79e2d81fb566891021c52c046008',
    '03cbb6d4df5a7092c475b1a0b6eb4c2a28d2f15a76b11874d278bea53cf3d2dab7',
    '028cc9bc6c647f76086c91569d89a9872933c564df5e875227870b41f0aa8a233e',
    '02fe2fda14e7b8bceff20e4de265ad290068085f73cb4ea64057a8ad008662c8a4',
    '021bcf486c0a0140f08fd51f55bd3b9cef91bddccfe3f86f13756b77851153805d',
    '02d720ab2d3c804357f8d78ebc1478cf2d19ec85647f714980773c9a2cb5ce21f9',
  ],
} as const;

export const DEVELOPMENT_KEYS: DevelopmentKeys = {
  mnemonic: 'test test test test test test test test test test test junk',
  holder: 'YBWeXubZCMSZaL8bdpDGcgQLqM4mAipR9GLmVdZkgXfcH9cUW2et',
  delegates: [
    'YCjtpL6GXrtNH14hUXFwxggheG5yH7y41VtkK7ikm64gAYSZ1LFw',
    'Y9GWMjSu8qymZWx59nEL8rMsqr8pm9tASgjJbrG2gmESbtXCzh2T',
    'YBkp1UojDfyqKrVZmZPQq4Tk61z9PzV9SjhJTYWJQvwitTgA7Z1i',
    'YCeeB85noeyoKpRjfce4NP92KCx82XsWxREK7EZU58bXBrWsAGU1',
    'YBBN867Z1ivY31RLqq8rpGX6TZSrEt9v7zsBFE8mUeCRx6eWTVjm',
    'Y6kcymcZ97ABGyEsqdaK6JfwQEAsrvwgdVZA7z5iRdPkMjSDckrG',
    'YABouSR5yT7pma3PuBTFtey4tqvohjAx1r6Y4KFhJBqoffSsrFQQ',
    'Y73SkH1aEFPmb8FanJhaJTUccqg3GkXd6n3946XRUYfDz56didKr',
    'YArLcXhvQrtA54jqKBbBec6py1NYg6YpxdnXwt81uS7nKbfndY7m',
    'YA6wRFVbRshExF7A9yWY83pndM7Tt1X5D99Lyd7dbAtY6KVHEWmt',
    'Y5bMCY7gac83XXsFkGmn4feXRKxDpPtTaRJKv1mRrEL2H7mKW1FH',
  ],
  governor: 'YB4MCVQs2cwwYFm5X3pCJDajS3Q5MRHAwA5RaqpsGqVT1C1LSzbA',
  matcher: 'YA4bBR5sJ5gWe9iCdV8sBA9vihLytGLJVTSzEexrB8Ub2hfAuXAB',
  accounts: [
    'YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2',
    'YD9DJFM4FuW7xPz1gyvZTdjvCzR6BBUXKpUvJLAXJJKUrPDfv33N',
    'Y9cNeCDCxKDmNpkkJkEQasHe6CGCahdZYh72n2N668YwWKqde3gS',
    'Y6pVzozsu1rJkfgZs6kiQMDMrmcTr8huqtRQw2rmZ8Fprv8n9n3D',
    'Y7qe8Nx7dHQret9DJTctN3UvB35FFPpkQd9sjUXarmvkQGkWGyrQ',
    'YAujR5ffYcoLrw2Ncx3e7S7xgiZzE42jWNGgUYNcQdvisGudCv7f',
    'YCTsL4QiWSpeTMVs1NtcCq33WTRA22H2m2sojeck7snhaZgxKXzr',
    'YBJ4Y5aWLDYaykVZjyw3GHmq3r3bq6u9xtk11y6JCBH4pkLcZSKU',
    'YCGFhi4GH7LE9YB6SivEWguaiTDS1r8bAVfVFHeGGT2z4GsiBixu',
    'YC5WjTjS9VzqNwUmn5tcrFwfx4U5HbHd5RPiqgr79nhXvwLcczgf',
  ],
};
