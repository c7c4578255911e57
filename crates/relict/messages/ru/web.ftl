### Слова страницы, которую показывает `relict view`.

## Оболочка

web-loading = Загрузка…
web-skip = К содержимому
web-home = В начало
web-crumbs = Путь
web-files = Файлы
web-views = Виды
web-panels = Сведения
web-welcome = Добро пожаловать
web-search = Поиск
web-search-label = Поиск по имени или шаблону на любой глубине
web-filter-format = Только этот формат
web-any-format = все
web-found = { $count ->
        [0] Ничего не найдено
        [one] { $shown } совпадение
        [few] { $shown } совпадения
       *[many] { $shown } совпадений
    }
web-found-more = Первые { $shown }; совпадений больше
web-folder-empty = Здесь пусто
web-edited = изменено
web-open = Открыть
web-open-title = Открыть
web-path = Путь в этой папке
web-path-placeholder = units.rlb/tank.msh или часть имени
web-suggestions = Подсказки
web-drop-title = Файл из другого места
web-drop-here = Бросьте файл в любое место страницы. Он не покинет этот компьютер и не изменится.
web-drop-now = Отпустите, чтобы открыть
web-drop-safe = Файл не покинет этот компьютер
web-drop-folder = Папку бросить сюда нельзя. Запустите Relict для неё: relict view ПАПКА
web-drop-large = «{ $name }» больше { $limit }. Положите файл в папку или запустите Relict для него: relict view ФАЙЛ
web-choose-file = Выбрать файл…
web-theme = Тёмная или светлая тема
web-language = язык
web-toggle-tree = Файлы
web-toggle-side = Сведения
web-resize-tree = Ширина дерева
web-resize-side = Ширина панели
web-close = Закрыть
web-cancel = Отмена
web-retry = Повторить
web-show-bytes = Показать байты
web-go-up = На уровень выше
web-no-view = Вида «{ $view }» нет.
web-gone = Программа больше не отвечает.
web-gone-help = Возможно, она завершена. Запустите её снова командой «relict view» и откройте напечатанный адрес.
web-view-welcome = Начало
web-view-picture = Картинка
web-view-model = Модель
web-view-motion = Движение
web-view-timeline = Время
web-view-map = Карта
web-view-gallery = Галерея
web-view-table = Таблица
web-view-text = Текст
web-view-document = JSON
web-view-bytes = Байты
web-view-list = Содержимое
web-view-diff = Сравнение
web-panel-facts = Сведения
web-panel-findings = Замечания
web-panel-refs = Ссылки
web-export = Экспорт
web-export-png = Картинка (PNG)
web-export-glb = Модель с текстурами и анимацией (GLB)
web-export-gltf = Модель отдельными файлами (glTF в ZIP)
web-export-json = Все поля (JSON)
web-export-svg = Чертёж (SVG)
web-export-zip = Всё как папка для правки (ZIP)
web-export-folder = Все архивы отсюда как папки для правки (ZIP)
web-export-raw = Байты как есть
web-keys-title = Клавиатура
web-keys-everywhere = Везде
web-keys-editing = Правка
web-keys-letters = Отдельные буквы — команды
web-key-search = Искать
web-key-tree = К дереву
web-key-stage = К просмотру
web-key-open = Открыть путь или файл
web-key-next = Следующая запись
web-key-previous = Предыдущая запись
web-key-up = На уровень выше
web-key-next-view = Следующий вид
web-key-previous-view = Предыдущий вид
web-key-compare = Сравнить
web-key-side = Сведения, замечания, ссылки
web-key-toggle-tree = Показать или скрыть дерево
web-key-theme = Тёмная или светлая тема
web-key-help = Эта подсказка
web-key-escape = Закрыть открытое

## Правка и сравнение

web-edits = { $count ->
        [0] Правок нет
        [one] { $count } правка
        [few] { $count } правки
       *[many] { $count } правок
    }
web-edits-unsaved = { $count ->
        [one] { $count } правка не сохранена
        [few] { $count } правки не сохранены
       *[many] { $count } правок не сохранено
    }
web-edits-none = Ничего не изменено.
web-undo = Отменить
web-redo = Вернуть
web-undo-nothing = Отменять нечего.
web-redo-nothing = Возвращать нечего.
web-undo-done = Отменено: { $edit }
web-redo-done = Возвращено: { $edit }
web-save = Сохранить
web-save-as = Сохранить…
web-saved = сохранено
web-saved-as = Сохранено как { $name }
web-save-title = Сохранить { $name }
web-save-name = Имя нового файла
web-save-beside = Рядом с исходным файлом, под именем
web-save-over = Поверх исходного файла { $name }
web-save-sure = Исходный файл пропадёт; я этого хочу
web-save-exists = Файл «{ $name }» уже есть.
web-replace-file = Заменить
web-compare = Сравнить
web-compare-title = Сравнить { $path } с…
web-compare-path = Чем-то в этой папке
web-compare-file = Файлом из другого места
web-compare-original = Сравнить с исходным
web-diff-list = Что различается
web-diff-count = { $count ->
        [one] { $count } различие
        [few] { $count } различия
       *[many] { $count } различий
    }
web-diff-same = Они одинаковы, байт в байт.
web-diff-before = { $name } до правок
web-diff-after = { $name } после правок
web-diff-change = Изменение
web-diff-field = Поле
web-diff-fields = Различающиеся поля
web-diff-bytes = { $count ->
        [one] { $count } байт, по смещению { $offset }
        [few] { $count } байта, первый по смещению { $offset }
       *[many] { $count } байт, первый по смещению { $offset }
    }
web-diff-pixels = { $count ->
        [one] { $count } пиксель
        [few] { $count } пикселя
       *[many] { $count } пикселей
    }
web-diff-open = Открыть
web-diff-slider = Сколько видно от A
web-diff-shape = Как сравнивать
web-diff-shape-slider = Ползунок
web-diff-shape-both = Рядом
web-diff-shape-difference = Разница
web-diff-hex = Байты
web-diff-back = Назад
web-diff-on = Дальше
web-diff-pictures = Обе картинки
web-save-dropped = У брошенного файла нет папки для сохранения. Экспортируйте его.

## Картинки

web-picture-tools = Картинка
web-picture-label = { $name }, { $width } на { $height } пикселей; стрелки переходят от пикселя к пикселю
web-picture-replace = Заменить…
web-picture-replaced = У { $name } новая картинка
web-picture-refused = { $name } остаётся прежней
web-picture-replaced-so = У { $name } новая картинка; { $told }.
web-picture-losses = Что изменилось по пути в файл:
web-picture-dropped = Поставить «{ $file }» на место { $name } или открыть как файл?
web-zoom-in = Крупнее
web-zoom-out = Мельче
web-zoom-fit = По размеру окна
web-zoom-actual = Один к одному
web-smooth = Сглаживать (иначе чёткие пиксели)
web-channels = Каналы
web-channel-rgba = Цвет с прозрачностью
web-channel-rgb = Цвет без прозрачности
web-channel-r = Красный
web-channel-g = Зелёный
web-channel-b = Синий
web-channel-a = Прозрачность
web-channel-index = Номер в палитре
web-ground = Фон
web-ground-chequer = шашки
web-ground-black = чёрный
web-ground-white = белый
web-level = Уровень
web-rects = Части атласа
web-rects-show = Показывать части атласа
web-rect = Часть { $number }
web-palette = Палитра
web-palette-count = Используется цветов: { $used } из { $count }
web-palette-used = { $index }: { $colour }
web-palette-unused = { $index }: { $colour }, не используется
web-pixel = { $x }, { $y }: { $colour }
web-pixel-index = { $x }, { $y }: { $colour }, номер { $index }
web-pixel-hint = Наведите на пиксель или нажмите стрелку
web-index = номер { $index }
web-keys-picture = Картинка
web-key-pixel = К соседнему пикселю
web-key-no-pixel = Снять выбор пикселя
web-key-pixels = На восемь пикселей
web-way-quantise = Взять ближайшие цвета
web-way-deepen = Хранить больше бит на пиксель
web-way-strip = Убрать подпись
web-way-keep = Оставить недействительную подпись

## Списки, таблицы, тексты и карты

web-column-name = Имя
web-column-format = Формат
web-column-size = Размер
web-column-offset = Смещение
web-kind-folder = папка
web-kind-archive = архив
web-kind-file = файл
web-shape = Вид списка
web-shape-table = Таблица
web-shape-cards = Карточки
web-entries = { $count ->
        [one] { $shown } запись
        [few] { $shown } записи
       *[many] { $shown } записей
    }
web-rows = { $count ->
        [one] { $shown } строка
        [few] { $shown } строки
       *[many] { $shown } строк
    }
web-rows-more = { $count ->
        [one] и ещё { $count } строка
        [few] и ещё { $count } строки
       *[many] и ещё { $count } строк
    }
web-lines = { $count ->
        [one] { $shown } строка
        [few] { $shown } строки
       *[many] { $shown } строк
    }
web-row = Строка { $number }
web-sheet = Таблица
web-filter-rows = Отобрать строки
web-table-empty = Таблиц здесь нет.
web-copy = Копировать
web-copy-table = Копировать для таблицы
web-copied = Скопировано.
web-not-copied = Браузер не разрешает странице копировать.
web-text-wrap = Переносить длинные строки
web-json-items = { $count ->
        [one] { $shown } элемент
        [few] { $shown } элемента
       *[many] { $shown } элементов
    }
web-json-search = Поиск по ключам и значениям
web-json-found = { $at } из { $count }
web-found-next = Следующее совпадение
web-found-previous = Предыдущее совпадение
web-map-label = Карта { $name }
web-map-form = Как нарисована
web-map-svg = Линии
web-map-png = Пиксели
web-key-pan = Двигать
web-gallery-empty = Картинок здесь нет.
web-gallery-next = Следующая картинка
web-gallery-previous = Предыдущая картинка
web-facts = В файле
web-fact-kind = Что это
web-fact-format = Формат
web-fact-size = Размер
web-fact-path = Путь
web-bytes-exact = { $count ->
        [one] { $shown } байт
        [few] { $shown } байта
       *[many] { $shown } байт
    }
web-gallery-all = все
web-gallery-folder = Папка

## Первая страница

web-welcome-read = Relict { $version }. Здесь всё только читается, ничего не меняется.
web-welcome-edit = Relict { $version }. Правки остаются в памяти, пока вы их не сохраните, и сохраняются рядом с исходным файлом.
web-try = Что попробовать
web-some-pictures = Некоторые картинки
web-here = В этой папке
web-here-more = { $count ->
        [one] и ещё { $count }
        [few] и ещё { $count }
       *[many] и ещё { $count }
    }
web-elsewhere = Открыть другое
web-try-model = Осмотреть модель
web-try-model-more = { $name }: узлы, уровни, анимация
web-try-timeline = Проиграть материал или эффект
web-try-timeline-more = { $name } — как движок показывает его во времени
web-try-gallery = Увидеть все текстуры игры
web-try-gallery-more = { $name }: текстуры и спрайты в полном цвете
web-try-map = Посмотреть на карту сверху
web-try-map-more = { $name }, в цветах её стен
web-try-picture = Рассмотреть текстуру
web-try-picture-more = { $name }: уровни, каналы, палитра
web-try-bytes = Прочесть каждый байт файла
web-try-bytes-more = { $name }: у каждого байта есть имя, тип и значение
web-try-findings = Узнать, что не так с файлом
web-try-findings-more = { $name }: замечания с местом и способом исправить
web-some-picture = { $count ->
        [one] { $shown } картинка
        [few] { $shown } картинки
       *[many] { $shown } картинок
    }
web-some-model = { $count ->
        [one] { $shown } модель
        [few] { $shown } модели
       *[many] { $shown } моделей
    }
web-some-motion = { $count ->
        [one] { $shown } движение
        [few] { $shown } движения
       *[many] { $shown } движений
    }
web-some-timeline = { $count ->
        [one] { $shown } материал или эффект
        [few] { $shown } материала и эффекта
       *[many] { $shown } материалов и эффектов
    }
web-some-map = { $count ->
        [one] { $shown } карта
        [few] { $shown } карты
       *[many] { $shown } карт
    }
web-some-gallery = { $count ->
        [one] { $shown } игра для телефонов
        [few] { $shown } игры для телефонов
       *[many] { $shown } игр для телефонов
    }
web-some-table = { $count ->
        [one] { $shown } таблица
        [few] { $shown } таблицы
       *[many] { $shown } таблиц
    }
web-some-text = { $count ->
        [one] { $shown } текст
        [few] { $shown } текста
       *[many] { $shown } текстов
    }
web-some-document = { $count ->
        [one] { $shown } документ
        [few] { $shown } документа
       *[many] { $shown } документов
    }
web-some-list = { $count ->
        [one] { $shown } архив
        [few] { $shown } архива
       *[many] { $shown } архивов
    }
web-some-bytes = { $count ->
        [one] { $shown } другой файл
        [few] { $shown } других файла
       *[many] { $shown } других файлов
    }

## Модели, время и байты

# The bytes
web-bytes-hex = Байты
web-bytes-structure = Поля
web-bytes-detail = Поле под курсором
web-bytes-overview = Весь файл; перейти к месту
web-bytes-goto = К смещению
web-bytes-no-offset = Такого смещения нет.
web-bytes-find = Найти байты или текст
web-bytes-not-found = Не найдено.
web-bytes-each = Каждый элемент
web-bytes-each-hint = Показывать каждый элемент списка отдельным полем
web-bytes-before = Предыдущее поле
web-bytes-after = Следующее поле
web-bytes-keys = Байты
web-bytes-empty = Здесь нет ни одного байта.
web-bytes-place = с { $start } по { $end }, { $length ->
    [one] { $length } байт
    [few] { $length } байта
   *[many] { $length } байт
}
web-bytes-value = Новое значение
web-bytes-set = Записать
web-bytes-done = У поля { $field } новое значение.
web-bytes-copy = Копировать
web-bytes-copy-bytes = Копировать байты
web-bytes-copied = Скопировано.
web-bytes-not-copied = Браузер не разрешает странице копировать.
web-bytes-open = Открыть { $entry }
web-bytes-readings = Как числа, начиная с курсора
web-bytes-stopped = Чтение остановилось до конца: { $why }
web-bytes-spoken = { $offset }: { $byte } { $field }
web-knowledge-named = Известно
web-knowledge-padding = Заполнение
web-knowledge-opaque = Смысл неизвестен
web-knowledge-uncovered = Не прочитано

# Findings and references
web-check-now = Проверить
web-check-alone = Проверить только { $name }
web-check-large = Будет просмотрено всё, что здесь есть; это может занять время.
web-check-working = Проверка…
web-check-clean = { $assets ->
    [one] Ошибок и странностей нет.
    [few] Ошибок и странностей нет, проверено { $assets } файла.
   *[many] Ошибок и странностей нет, проверено { $assets } файлов.
}
web-check-sum = { $errors ->
    [0] Ошибок нет
    [one] { $errors } ошибка
    [few] { $errors } ошибки
   *[many] { $errors } ошибок
}, { $warnings ->
    [0] странностей нет
    [one] { $warnings } странность
    [few] { $warnings } странности
   *[many] { $warnings } странностей
}
web-check-more = Есть и другие; показаны только первые { $count }.
web-check-rest = Показать ещё { $count }
web-check-error = Ошибка
web-check-warning = Предупреждение
web-refs-working = Ищем, кто что использует…
web-refs-none = Ничего не использует, и его никто не использует.
web-refs-uses = Использует
web-refs-uses-none = Ничего.
web-refs-used-by = Используется в
web-refs-used-by-none = Нигде.
web-refs-state-found = Найдено
web-refs-state-stand-in = Нет; берётся замена
web-refs-state-first-entry = Нет; движок берёт первую запись
web-refs-state-missing = Нет
web-refs-state-optional = Нет; игра обходится без этого
web-refs-state-no-library = Библиотеки здесь нет

# Playing
web-transport = Воспроизведение
web-play = Играть
web-pause = Пауза
web-play-pause = Играть или остановить
web-step-back = На кадр назад
web-step-forward = На кадр вперёд
web-time = Время
web-speed = Скорость
web-loop = По кругу
web-time-ms = { $time } мс

# Models
web-model-keys = Модель
web-model-canvas = { $name } в трёх измерениях
web-model-canvas-help = Стрелки поворачивают, с Shift сдвигают; плюс и минус приближают и отдаляют.
web-model-no-webgl = Этот браузер не умеет рисовать в трёх измерениях (WebGL 2). Что лежит в файле, покажут другие виды.
web-model-nothing = В этом состоянии и на этом уровне у модели нечего показать.
web-model-camera = Камера
web-model-frame = Показать целиком
web-model-from-corner = С угла
web-model-from-front = Спереди
web-model-from-side = Сбоку
web-model-from-top = Сверху
web-model-looks = Вид поверхности
web-model-helps = Вспомогательное
web-model-materials = Материалы
web-model-lightmap = Карта освещения
web-model-lamp = Лампа
web-model-wire = Каркас
web-model-nearest = Резкие пиксели
web-model-grid = Сетка
web-model-axes = Оси
web-model-bounds = Границы
web-model-turntable = Вращение
web-model-panel = Узлы и материалы
web-model-state = Повреждение
web-model-state-value = { $value ->
    [0] целая
   *[other] состояние { $value }
}
web-model-level = Детализация
web-model-level-value = { $value ->
    [0] 0, вблизи
   *[other] { $value }
}
web-model-nodes = Узлы
web-model-material-list = Материалы
web-model-counts = Треугольников: { $triangles }, вершин: { $vertices }, узлов: { $nodes }
web-model-hide = Скрыть { $node }
web-model-show = Показать { $node }
web-model-hide-it = Скрыть
web-model-show-it = Показать
web-model-frame-node = Показать вблизи
web-model-unchoose = Снять выбор
web-model-clip = Клип
web-model-clip-number = Клип { $number }
web-model-still = В покое
web-model-motions = Движения
web-model-moment = { $time } из { $length } секунд, кадр { $frame } из { $frames }
web-motion-model = На модели
web-motion-looking = Ищем модель, которой подходит это движение…
web-motion-nobody = Рядом нет модели с узлами, которые двигает это движение.

# Materials and effects over time
web-timeline = Что происходит
web-timeline-tracks = Блоки
web-timeline-steps = Шаги
web-timeline-step = { $label }: с { $start } по { $end }
web-timeline-bytes = Байты команды { $number }
web-timeline-clock = Проигрывается { $mode }.
web-timeline-driven = Его временем управляют не часы, а: { $mode }. Здесь оно растёт равномерно.
web-timeline-no-commands = У эффекта нет команд.
web-timeline-cell = { $name }, ячейка { $cell }
web-timeline-phases = Фазы
web-timeline-preview = Поверхность в этот миг, при полном свете
web-timeline-no-texture = без текстуры
web-timeline-still = Здесь ничто не меняется со временем.
web-timeline-at = Фаза { $phase }
web-timeline-between = Фаза { $phase }, { $share } пути к фазе { $next }
