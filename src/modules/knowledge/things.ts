/** What passages speak of in one language or the other, in a row what is the same. */
export const things: string[][] = `
  monday=isnin, tuesday=selasa, wednesday=rabu, thursday=khamis, friday=jumaat,
  breakfast=sarapan, lunch=makan tengah hari, dinner=makan malam, free=percuma, birthday=hari jadi=harijadi,
  milk=susu, nut=kacang=peanut, sugar=gula=sweet=manis, cake=kek, coffee=kopi, tea=teh, bean=biji, egg=telur,
  chicken=ayam, beef=daging lembu, fish=ikan, prawn=udang=shrimp, seafood=makanan laut, vegetable=sayur, fruit=buah,
  rice=nasi, bread=roti, flour=tepung, wheat=gandum, chocolate=coklat, ingredient=bahan=ramuan, spicy=pedas, fresh=segar,
  frozen=beku=sejuk beku, expiry=luput=tarikh luput=expire=best before=shelf life, oil=minyak,
  warranty=guarantee=waranti=jaminan, size=saiz=ukuran, colour=warna, wholesale=bulk=borong=pukal, rent=sewa,
  repair=fix=baiki=pembaikan, wash=cuci=basuh=laundry=dobi, damage=rosak=broken=defect=cacat, lost=hilang=tertinggal,
  late=lambat=lewat, gift=hadiah, wrap=balut, flower=bunga, shoe=kasut, cloth=clothes=baju=pakaian, bag=beg,
  toy=mainan, wedding=kahwin=perkahwinan, office=pejabat, school=sekolah, student=pelajar,
  senior citizen=warga emas, group=kumpulan=rombongan, music=muzik, photo=gambar, password=kata laluan,
  air conditioning=aircond=aircon=penghawa dingin, outdoor=outside=luar=teres=terrace, lift=elevator=lif,
  key=kunci, stairs=tangga, kitchen=dapur, notice=notis, certificate=sijil, complaint=aduan`
  .split(',')
  .map((row) => row.trim().split('='))
